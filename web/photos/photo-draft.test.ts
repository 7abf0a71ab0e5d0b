import { describe, expect, test } from 'vitest';
import { parsePhotos, photosProblem, toPhotoForm } from './photo-draft.ts';

const photo = {
  id: 'a'.repeat(40),
  alt: ' A bowl of soup ',
  placeholder: 'data:image/webp;base64,AA',
  pictures: [{ url: '/pictures/a/320', width: 320, height: 240 }],
};

describe('stored photos', () => {
  test('are restored unchanged and in their order', () => {
    const photos = [photo, { ...photo, id: 'b'.repeat(40), alt: '' }];
    expect(parsePhotos(JSON.parse(JSON.stringify(photos)))).toEqual(photos);
  });

  test.each([undefined, null, 'photo', { 0: photo }])('that are no list (%s) are ignored', (stored) => {
    expect(parsePhotos(stored)).toEqual([]);
  });

  test.each([
    ['no id', { ...photo, id: undefined }],
    ['no description', { ...photo, alt: 7 }],
    ['no pictures', { ...photo, pictures: undefined }],
    ['pictures without a width', { ...photo, pictures: [{ url: '/pictures/a/320', height: 240 }] }],
    ['nothing at all', null],
  ])('with %s are left out', (_, stored) => {
    expect(parsePhotos([stored, photo])).toEqual([photo]);
  });
});

test('the server gets the id and the words', () => {
  expect(toPhotoForm(photo)).toEqual({ id: photo.id, alt: 'A bowl of soup' });
});

test('a form cannot be sent before its photos are stored', () => {
  expect(photosProblem(undefined)).toBeUndefined();
  expect(photosProblem(0)).toBeUndefined();
  expect(photosProblem(1)).toMatch(/^Not everything has arrived yet/);
});
