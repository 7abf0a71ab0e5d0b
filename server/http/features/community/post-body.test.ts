import Fastify from 'fastify';
import { expect, it } from 'vitest';
import type { PostForm } from '../../../core/contracts/community.ts';
import { bodyOf } from './post-body.ts';

/** Each fetch fails, as of a site that is gone. */
const pictures = {
  uploaded: () => Promise.reject(new Error('No photo is uploaded here')),
  allUploaded: async () => [],
  at: () => Promise.reject(new Error('The picture is gone')),
};
const imageUrl = 'https://elsewhere.example/soup.jpg';

/** The body of a revision of a post whose picture was never fetched, as those of older releases. */
async function revised(form: Partial<PostForm>) {
  const app = Fastify();
  app.put<{ Body: PostForm }>('/', (request) => bodyOf(request.body, { request, pictures, currentImageUrl: imageUrl }));
  return (await app.inject({ method: 'PUT', url: '/', payload: { type: 'image', content: 'Hot', ...form } })).json();
}

it('keeps the address of a picture that can no longer be fetched, but not another one', async () => {
  expect(await revised({ imageUrl })).toEqual({ type: 'image', content: 'Hot', imageUrl });
  expect(await revised({ imageUrl: `${imageUrl}?2` })).toMatchObject({ message: 'The picture is gone' });
});
