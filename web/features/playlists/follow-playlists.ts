import { currentUid } from '../../lib/identity/session.ts';
import { onLive } from '../../lib/live.ts';
import { foldMessage } from './api.ts';

let following = false;

/** From the first call on the cached playlists take in what live messages tell, whether they are on the screen or not. */
export function followPlaylists(): void {
  if (following) return;
  following = true;
  onLive((message) => foldMessage(message, currentUid()));
}
