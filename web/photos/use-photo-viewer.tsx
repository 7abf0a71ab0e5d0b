import { useState } from 'react';
import type { Photo } from '../../server/core/contracts/pictures.ts';
import { useDialog } from '../components/use-dialog.ts';

const loadViewer = async () => (await import('./photo-viewer.tsx')).PhotoViewer;

/** Opens each of these photos as large as the window. Render `viewer`. @param title of the post, or whose photos they are */
export function usePhotoViewer(photos: readonly Photo[], title: string) {
  const { Dialog, open, close } = useDialog(loadViewer);
  const [first, setFirst] = useState(0);
  return {
    openAt: (index: number) => {
      setFirst(index);
      open();
    },
    viewer: Dialog && <Dialog photos={photos} first={first} title={title} onClose={close} />,
  };
}

/** The accessible name of the button that opens a photo. @param more photos that are not shown, behind this one */
export function openLabel(photos: readonly Photo[], index: number, more = 0): string {
  const place = photos.length > 1 ? ` ${index + 1} of ${photos.length}` : '';
  const alt = photos[index]?.alt;
  return `Open photo${place}${more > 0 ? `, +${more} more` : ''}${alt ? `: ${alt}` : ''}`;
}
