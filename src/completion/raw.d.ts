/** A file's text, as `import text from "./file?raw"` gives it. */
declare module "*?raw" {
  const text: string;
  export default text;
}
