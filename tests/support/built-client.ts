import { resolve } from 'node:path';
import { ensureWebBuilt } from '../../scripts/web-build.ts';

export async function buildClient(): Promise<void> {
  const client = await ensureWebBuilt(resolve(import.meta.dirname, '../..'));
  if (client === 'failed') throw new Error('The build of the client failed');
}
