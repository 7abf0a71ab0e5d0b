/** The picture of a page that the server has named in its head. For the inline script, too, so it imports nothing. */

/** As the attributes of an image. */
export interface ServedPicture {
  readonly src: string;
  readonly srcSet: string;
  readonly sizes: string;
}

/** Undefined if there is none, and on another page than the first one. */
export function servedPicture(): ServedPicture | undefined {
  const page = document.querySelector<HTMLLinkElement>('link[rel=canonical]');
  const preload = document.querySelector<HTMLLinkElement>('link[rel=preload][as=image]');
  if (!page || !preload || new URL(page.href).pathname !== location.pathname) return undefined;
  return { src: preload.href, srcSet: preload.imageSrcset, sizes: preload.imageSizes };
}
