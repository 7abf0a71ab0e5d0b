import { Card } from '../../components/card.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { PlaylistCard } from './playlist-card.tsx';
import type { CachedPlaylist } from './playlist-changes.ts';
import styles from './playlist-grid.module.css';

export interface PlaylistGridProps {
  label: string;
  reader: string;
  playlists: readonly CachedPlaylist[];
  /** Whether to show the owners' names. */
  showsOwner?: boolean;
}

export function PlaylistGrid({ label, reader, playlists, showsOwner = false }: PlaylistGridProps) {
  return (
    <ul className={styles.grid} aria-label={label}>
      {playlists.map((playlist) => (
        <PlaylistCard key={playlist.id} reader={reader} confirmed={playlist} showsOwner={showsOwner} />
      ))}
    </ul>
  );
}

/** Placeholders with the dimensions of playlists. */
export function GridSkeleton({ cards = 6, showsOwner = false }: { cards?: number; showsOwner?: boolean }) {
  return (
    <div className={styles.grid} aria-busy="true" aria-hidden="true">
      {Array.from({ length: cards }, (_, card) => `card-${card}`).map((card) => (
        <Card key={card} className={styles.skeleton}>
          <Skeleton height="auto" radius={0} className={styles.cover} />
          <div className={styles.lines}>
            <Skeleton width="55%" height={22} />
            {showsOwner && <Skeleton width="30%" height={14} className={styles.owner} />}
            <Skeleton width="85%" height={16} />
            <Skeleton width={200} height={30} radius={999} />
          </div>
        </Card>
      ))}
    </div>
  );
}
