/**
 * Loaded before the scripts, which are TypeScript that only a recent Node runs. `npm ci` brings the right one, and
 * `npm start`, `npm test` and the others find it by themselves.
 */
const needed = 24;

if (Number.parseInt(process.versions.node, 10) < needed) {
  console.error(
    `Potluck runs on Node ${needed}, this is ${process.version}. Run \`npm ci\` (without --ignore-scripts), which brings ` +
      `Node ${needed}, and start by \`npm start\` or \`npm test\`.`,
  );
  process.exit(1);
}
