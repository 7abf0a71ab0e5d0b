/** Checks the imports against `import-table.mjs`. `npm run lint` fails on any other import. */
import { Visitor } from '@swc/core/Visitor.js';
import { folders, withoutNode } from './import-table.mjs';
import { packages } from './package-table.mjs';

// dependency-cruiser finds imports with this visitor, which throws on a `using` declaration.
const visitStatement = Visitor.prototype.visitStatement;
Visitor.prototype.visitStatement = function (statement) {
  if (statement.type !== 'UsingDeclaration') return visitStatement.call(this, statement);
  this.visitVariableDeclarators(statement.decls);
  return statement;
};

const pattern = (path) => path.replaceAll('.', '[.]').replaceAll('*', '[^/]+');
const located = (path) => `^${pattern(path)}${path.endsWith('/') ? '' : '$'}`;
const itself = (folder) => located(folder.replace('(*)', '$1'));
const installed = (name) =>
  name.startsWith('node:') ? `^(node:)?${name.slice('node:'.length)}$` : `node_modules/(@types/)?${pattern(name)}/`;

const exempt = ['[.]test[.]tsx?$', '^(tests|scripts)/', '^[^/]+[.]config[.](ts|mjs)$'];

const folderRules = Object.entries(folders).map(([folder, others]) => ({
  name: `imports of ${folder}`,
  severity: 'error',
  comment: `May import itself and ${others.join(', ') || 'packages'}, no other folder of this repository.`,
  from: { path: located(folder), pathNot: exempt },
  to: { path: '^(server|projections|web|tests|scripts)/', pathNot: [itself(folder), ...others.map(located)] },
}));

const packageRules = Object.entries(packages).map(([name, places]) => ({
  name: `package ${name}`,
  severity: 'error',
  comment: `Imported from ${places.join(' and ')} only: use what that folder offers instead.`,
  from: { pathNot: [...places.map(located), ...exempt] },
  to: { path: installed(name) },
}));

const generalRules = [
  {
    name: 'folder not in the table',
    severity: 'error',
    comment: 'Put the file into a folder of the import table, or add the folder there.',
    from: { path: '^(server|projections|web)/', pathNot: [...Object.keys(folders).map(located), ...exempt] },
    to: {},
  },
  {
    name: 'package not in the table',
    severity: 'error',
    comment: 'Add the package to the table of packages, with the folders that may import it.',
    from: { pathNot: exempt },
    to: { path: 'node_modules/', pathNot: Object.keys(packages).map(installed) },
  },
  {
    name: 'no Node modules here',
    severity: 'error',
    comment: 'Contracts, domain, parsers, projection definitions and the client do not import Node modules.',
    from: { path: withoutNode.map(located), pathNot: exempt },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'no development package at run time',
    severity: 'error',
    comment: 'Move the package from devDependencies to dependencies.',
    from: { path: '^(server|projections)/', pathNot: exempt },
    to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'no cycles',
    severity: 'error',
    comment: 'Move what both need into a third file.',
    from: {},
    to: { circular: true },
  },
  {
    name: 'no unresolvable import',
    severity: 'error',
    comment: 'An import that cannot be resolved cannot be checked.',
    from: {},
    to: { couldNotResolve: true },
  },
];

export default {
  forbidden: [...folderRules, ...packageRules, ...generalRules],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};
