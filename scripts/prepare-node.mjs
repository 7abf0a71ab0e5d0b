/** Loaded before each script of `package.json`: checks the version of Node, and lets all processes share compiled code. */
// Not by name: Node 20 has no `enableCompileCache`.
import module from 'node:module';
import { fileURLToPath } from 'node:url';

// `npm ci` installs this version, which npm puts first on the path of scripts. Only a recent Node runs their TypeScript.
const needed = 24;

if (Number.parseInt(process.versions.node, 10) < needed) {
  console.error(
    `Potluck runs on Node ${needed}, this is ${process.version}. Run \`npm ci\` (without --ignore-scripts), ` +
      `which installs Node ${needed}, then \`npm start\` or \`npm test\`.`,
  );
  process.exit(1);
}

// Without it, compiling takes half of the time of a command. A variable that is set already comes from a parent process.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../node_modules/.cache/potluck', import.meta.url));
module.enableCompileCache();
