import { recipeLimits } from '../core/contracts/limits.ts';

/** The description with the address from which the recipe comes, unless that would make it too long. */
export function withSource(description: string, url: string): string {
  const credited = [description, `From ${url}`].filter(Boolean).join('\n\n');
  return credited.length <= recipeLimits.description ? credited : description;
}
