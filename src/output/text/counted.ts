/** Formats a count: "1 position", "2 positions". */
export function counted(count: number, thing: string): string {
  return `${count} ${count === 1 ? thing : `${thing}s`}`;
}
