import { NewsPill } from '../../components/news-pill.tsx';
import { counted } from '../../lib/counted.ts';
import { mostWaiting } from './feed-cache.ts';

function words(count: number): string | undefined {
  if (count === 0) return undefined;
  if (count >= mostWaiting) return `${mostWaiting}+ new posts`;
  return counted(count, 'new post');
}

export const NewPostsPill = ({ count, onShow }: { count: number; onShow: () => void }) => (
  <NewsPill words={words(count)} onShow={onShow} />
);
