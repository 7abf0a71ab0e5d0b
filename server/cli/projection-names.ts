import { CommandFailed } from './exit.ts';

/** @throws CommandFailed that names the known ones */
export function findProjection<T extends { readonly name: string }>(all: readonly T[], name: string): T {
  const found = all.find((one) => one.name === name);
  if (found !== undefined) return found;
  const names = all.map((one) => one.name).join(', ');
  throw new CommandFailed(`There is no projection ${name}: choose one of ${names}`);
}
