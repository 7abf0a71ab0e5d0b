import { FetchProblem } from '../../server/core/network/fetch-problem.ts';
import type { PublicFetch } from '../../server/core/network/public-fetch.ts';
import { photo } from './photos.ts';

/** A picture that `elsewhere` has at an address. */
const size = { width: 400, height: 300 };

export interface Elsewhere {
  readonly fetchPublic: PublicFetch;
  /** The addresses that were fetched, in order. */
  readonly fetched: string[];
}

/** Another site, with the same picture at every address, except for those with `lost`, `slow`, `page` or `huge` in them. */
export function openElsewhere(): Elsewhere {
  let picture: Promise<Buffer> | undefined;
  const fetched: string[] = [];
  return {
    fetched,
    async fetchPublic({ address: url }) {
      fetched.push(url);
      if (url.includes('lost')) throw new FetchProblem('STATUS', { status: 404 });
      if (url.includes('slow')) throw new FetchProblem('TIMEOUT');
      if (url.includes('huge')) throw new FetchProblem('TOO_LARGE');
      picture ??= photo(size).png().toBuffer();
      const body = url.includes('page') ? Buffer.from('<p>Soup</p>') : await picture;
      return { url, type: 'image/png', charset: undefined, body };
    },
  };
}
