import Fastify from 'fastify';
import { expect, it } from 'vitest';
import type { PostForm } from '../../../core/contracts/community.ts';
import type { PhotoForm } from '../../../core/contracts/pictures.ts';
import type { UploadedPicture } from '../../../core/domain/uploaded-picture.ts';
import { bodyOf, type PostBodySource } from './post-body.ts';

const photo = (id: string): UploadedPicture => ({ id, sizes: [], placeholder: '', alt: '' });

/** Has every photo, and this picture at `imageUrl`. All other fetches fail, as from a site that is gone. */
const picturesWith = (found?: UploadedPicture) => ({
  uploaded: async ({ id }: PhotoForm) => photo(id),
  allUploaded: async (photos: readonly PhotoForm[] = []) => photos.map(({ id }) => photo(id)),
  at: async (url: string) => {
    if (url !== imageUrl || !found) throw new Error('The picture is gone');
    return found;
  },
});
const imageUrl = 'https://elsewhere.example/soup.jpg';

async function sent(form: Partial<PostForm>, source: Omit<PostBodySource, 'request'>) {
  const app = Fastify();
  app.put<{ Body: PostForm }>('/', (request) => bodyOf(request.body, { request, ...source }));
  return (await app.inject({ method: 'PUT', url: '/', payload: { type: 'image', content: 'Hot', ...form } })).json();
}
/** The body of a revision of a post whose picture was never fetched, as those of older releases. */
const revised = (form: Partial<PostForm>) => sent(form, { pictures: picturesWith(), currentImageUrl: imageUrl });

it('keeps the address of a picture that can no longer be fetched, but not another one', async () => {
  expect(await revised({ imageUrl })).toEqual({ type: 'image', content: 'Hot', imageUrl });
  expect(await revised({ imageUrl: `${imageUrl}?2` })).toMatchObject({ message: 'The picture is gone' });
});

it('puts the picture at the address before the photos, of which it keeps all, and shows none twice', async () => {
  const pictures = picturesWith(photo('b'));
  const photos = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];
  const { photos: recorded } = await sent({ imageUrl, photos }, { pictures });
  expect(recorded.map(({ id }: UploadedPicture) => id)).toEqual(['b', 'a', 'c']);
});
