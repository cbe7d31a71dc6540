/** The text of a file, for `import text from "../../completion/file?raw"`. */
declare module "*?raw" {
  const text: string;
  export default text;
}
