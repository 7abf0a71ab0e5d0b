import type { Avatars } from '../../../avatars/avatars.ts';
import type { Authentication } from '../../plugins/authentication.ts';
import type { Routes } from '../../requests/typed.ts';
import { notFound } from '../../responses/errors.ts';
import { readAvatar } from './operations.ts';

const types: Readonly<Record<string, string>> = { jpeg: 'image/jpeg', webp: 'image/webp' };

/** A name always identifies the same picture, so a cached copy never expires. */
const cacheForever = 'public, max-age=31536000, immutable';

export function avatarRoute(app: Routes, avatars: Avatars, authentication: Authentication): void {
  app.get(
    '/avatars/:file',
    { schema: readAvatar, onRequest: authentication.optional },
    async ({ params: { file } }, reply) => {
      const picture = await avatars.read(file);
      if (!picture) throw notFound('file');
      return reply
        .header('content-type', types[file.split('.')[1] ?? ''])
        .header('cache-control', cacheForever)
        .send(picture);
    },
  );
}
