/** The single executable: what bin/carry.js does for the package, all in one file. */
async function start(): Promise<void> {
  const { main } =
    process.argv[2] === "__complete"
      ? await import("../completion/main.js")
      : await import("./main.js");
  await main();
}

start();
