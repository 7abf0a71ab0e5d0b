/** A child process with the whole application in embedded mode. */
import { Value } from 'typebox/value';
import { Post } from '../../../server/core/contracts/community.ts';
import { openWholeApp } from '../../support/whole-app.ts';
import { serve } from './child.ts';

const { url, close } = await openWholeApp('mia');
const published = await fetch(new URL('/api/community/', url), {
  method: 'POST',
  headers: { authorization: 'Bearer token-mia', 'content-type': 'application/json' },
  body: JSON.stringify({ title: 'Dumplings', type: 'text', content: 'Fold them twice.' }),
});
const { id } = Value.Parse(Post, await published.json());
serve(
  { port: Number(url.port), protocol: 'socket.io', likePath: `/api/community/${id}/like`, token: 'token-mia' },
  close,
);
