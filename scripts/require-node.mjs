/**
 * Loaded before the scripts, since only a recent Node runs their TypeScript. `npm ci` installs the required version,
 * which npm puts first on the path of scripts such as `npm start` and `npm test`.
 */
const needed = 24;

if (Number.parseInt(process.versions.node, 10) < needed) {
  console.error(
    `Potluck runs on Node ${needed}, this is ${process.version}. Run \`npm ci\` (without --ignore-scripts), ` +
      `which installs Node ${needed}, then \`npm start\` or \`npm test\`.`,
  );
  process.exit(1);
}
