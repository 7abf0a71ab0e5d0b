import { memo } from 'react';
import { Card } from '../../components/card.tsx';
import { CardLink } from '../../components/card-link.tsx';
import { playlists } from './api.ts';
import { LikePlaylist } from './like-playlist.tsx';
import styles from './playlist-card.module.css';
import type { CachedPlaylist } from './playlist-changes.ts';
import { PlaylistCover } from './playlist-cover.tsx';
import { PlaylistFacts } from './playlist-facts.tsx';
import { playlistPath } from './playlist-path.ts';

export interface PlaylistCardProps {
  reader: string;
  confirmed: CachedPlaylist;
  /** Whether to show the owner's name. */
  showsOwner: boolean;
}

/** The whole card is a link to the playlist, except for the like button. */
export const PlaylistCard = memo(function PlaylistCard({ reader, confirmed, showsOwner }: PlaylistCardProps) {
  const playlist = playlists.applyPending(confirmed, playlists.usePending(reader, confirmed.id));
  const { name, description, ownerName, recipes } = playlist;
  if (playlist.isDeleted) return null;
  return (
    <Card as="li" className={styles.card}>
      <PlaylistCover recipes={recipes} className={styles.cover} />
      <div className={styles.body}>
        <div className={styles.head}>
          <h2 className={styles.name} dir="auto">
            <CardLink to={playlistPath(playlist)}>{name}</CardLink>
          </h2>
          <LikePlaylist playlist={playlist} />
        </div>
        {showsOwner && <p className={styles.owner}>By {ownerName}</p>}
        {description !== '' && (
          <p className={styles.description} dir="auto">
            {description}
          </p>
        )}
        <PlaylistFacts playlist={playlist} />
      </div>
    </Card>
  );
});
