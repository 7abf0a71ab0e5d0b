/**
 * Loaded before the scripts, since only a recent Node runs their TypeScript. `npm ci` installs the right one, and
 * npm's scripts, such as `npm start` and `npm test`, find it.
 */
const needed = 24;

if (Number.parseInt(process.versions.node, 10) < needed) {
  console.error(
    `Potluck runs on Node ${needed}, this is ${process.version}. Run \`npm ci\` (without --ignore-scripts), which brings ` +
      `Node ${needed}, and start by \`npm start\` or \`npm test\`.`,
  );
  process.exit(1);
}
