import { apiOf } from './api-of.ts';
import type { Browsers, Person } from './browsers.ts';
import { longWord } from './layout.ts';

/** Publishes, oldest first: a long post, a video, one with a missing picture, and one with a picture, a like and many comments. */
export async function publishAllKinds({ server }: Browsers, author: Person): Promise<void> {
  const api = apiOf(server, author);
  const art = (name: string) => `${server.address}/art/${name}.webp`;
  await api.publish({ title: longWord, content: `https://example.org/${longWord}\n${'And on. '.repeat(300)}` });
  await api.publish({ title: 'Kneading', type: 'youtube', youtubeUrl: 'https://youtu.be/dQw4w9WgXcQ' });
  await api.publish({ title: 'Lost', type: 'image', imageUrl: art('lost') });
  const { id } = await api.publish({
    title: 'Salad',
    content: 'Feta.',
    type: 'image',
    imageUrl: art('greek-card-960'),
  });
  await api.like(id);
  for (let n = 0; n < 24; n++) await api.comment(id, n === 23 ? longWord : `Remark ${n}`);
}
