/** Name of the service worker's cache of the pictures that were shown. The page deletes it when the user leaves. */
export const picturesCache = 'pictures';
