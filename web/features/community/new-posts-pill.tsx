import { NewsPill } from '../../components/news-pill.tsx';
import { mostWaiting } from './feed-cache.ts';

function words(count: number): string | undefined {
  if (count === 0) return undefined;
  if (count >= mostWaiting) return `${mostWaiting}+ new posts`;
  return count === 1 ? '1 new post' : `${count} new posts`;
}

export const NewPostsPill = ({ count, onShow }: { count: number; onShow: () => void }) => (
  <NewsPill words={words(count)} onShow={onShow} />
);
