import { beforeEach, expect, test, vi } from 'vitest';
import { runHooks } from '../../tests/support/run-hooks.ts';
import { openAs, stubTab } from '../../tests/support/signed-in-page.ts';

/** Finishes the uploads, in the order in which they have started. */
const uploads = vi.hoisted((): ((picture: object) => void)[] => []);
vi.mock('./resize-photo.ts', () => ({ resizePhoto: async (file: File) => file }));
vi.mock('./upload-photo.ts', () => ({ uploadPhoto: () => new Promise((resolve) => uploads.push(resolve)) }));

beforeEach(() => {
  uploads.length = 0;
  stubTab();
});

test('a photo belongs to the draft in which it was chosen, and keeps only that one from being published', async () => {
  const { useUploads, useReact } = await openAs('mia', async () => ({
    ...(await import('./use-uploads.ts')),
    useReact: await import('react'),
  }));
  const photosOf = new Map<string, readonly string[]>();
  const unsent = new Map<string, number>();
  const form = await runHooks(() => {
    const [draftKey, show] = useReact.useState('cake');
    const onCount = useReact.useCallback((count: number) => void unsent.set(draftKey, count), [draftKey]);
    const field = useUploads({
      draftKey,
      onChange: (change) =>
        photosOf.set(
          draftKey,
          change([]).map(({ id }) => id),
        ),
      onCount,
    });
    return { show, ...field };
  });
  form.current.add([new File(['x'], 'cake.jpg', { type: 'image/jpeg' })]);
  await vi.waitFor(() => expect([uploads.length, unsent.get('cake')]).toEqual([1, 1]));
  form.current.show('soup');
  await vi.waitFor(() => expect([unsent.get('soup'), form.current.uploads]).toEqual([0, []]));
  form.current.show('cake');
  await vi.waitFor(() => expect(form.current.uploads).toMatchObject([{ name: 'cake.jpg' }]));
  expect(unsent.get('cake')).toBe(1);
  form.current.show('soup');
  await vi.waitFor(() => expect(form.current.uploads).toEqual([]));
  uploads[0]?.({ id: 'of-the-cake', placeholder: '', pictures: [] });
  await vi.waitFor(() => expect(photosOf).toEqual(new Map([['cake', ['of-the-cake']]])));
  form.current.show('cake');
  await vi.waitFor(() => expect(unsent.get('cake')).toBe(0));
});
