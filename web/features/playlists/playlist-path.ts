export const playlistPath = ({ ownerId, id }: { ownerId: string; id: string }): string => `/playlists/${ownerId}/${id}`;
