/** Entry point of the single executable; bin/carry.js is that of the package. */
async function start(): Promise<void> {
  const { main } =
    process.argv[2] === "__complete"
      ? await import("./completion/main.js")
      : await import("./main.js");
  await main();
}

start();
