import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { srcSetOf } from '../../server/core/contracts/picture-sizes.ts';
import type { Photo } from '../../server/core/contracts/pictures.ts';
import { IconButton } from '../components/button.tsx';
import { CloseIcon, LeftIcon, RightIcon } from '../components/icons.tsx';
import { placeholderStyle } from '../components/picture.tsx';
import styles from './photo-viewer.module.css';

export interface PhotoViewerProps {
  photos: readonly Photo[];
  /** Index of the photo that is shown first. */
  first: number;
  /** Of the post, or whose photos they are. */
  title: string;
  onClose: () => void;
}

/** All photos of a post or comment, one at a time, as large as the window. A swipe, the arrow keys and two buttons turn the page. */
export function PhotoViewer({ photos, first, title, onClose }: PhotoViewerProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const strip = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState(first);

  useEffect(() => {
    const opener = document.activeElement;
    dialog.current?.showModal();
    const { style } = document.documentElement;
    style.overflow = 'hidden';
    strip.current?.children[first]?.scrollIntoView({ behavior: 'instant', inline: 'center' });
    return () => {
      style.overflow = '';
      dialog.current?.close();
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, [first]);

  const show = (index: number) => strip.current?.children[index]?.scrollIntoView({ inline: 'center' });
  const turn = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    show(current + by);
  };
  const onScroll = () => {
    const { scrollLeft = 0, clientWidth = 1 } = strip.current ?? {};
    setCurrent(Math.round(scrollLeft / clientWidth));
  };
  const description = photos[current]?.alt ?? '';
  const place = `${current + 1} of ${photos.length}`;

  return (
    <dialog
      ref={dialog}
      className={styles.viewer}
      aria-label={`Photos: ${title}`}
      onKeyDown={turn}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls can be scrolled by keyboard */}
      <ul ref={strip} tabIndex={0} aria-label="Photos" className={styles.strip} onScroll={onScroll}>
        {photos.map((photo, at) => {
          const widest = photo.pictures.at(-1);
          return (
            <li key={photo.id} className={styles.page} aria-hidden={at !== current}>
              <img
                className={styles.photo}
                style={placeholderStyle(photo)}
                src={widest?.url}
                srcSet={srcSetOf(photo.pictures)}
                sizes="100vw"
                width={widest?.width}
                height={widest?.height}
                alt={photo.alt || `Photo ${at + 1}`}
                loading={Math.abs(at - current) <= 1 ? 'eager' : 'lazy'}
                decoding="async"
              />
            </li>
          );
        })}
      </ul>
      <p className={styles.words} aria-live="polite">
        {photos.length > 1 && <span className={styles.count}>{place}</span>}
        {description}
      </p>
      {/* Both stay at either end: a button that disappears would take the focus along, and with it the arrow keys. */}
      {photos.length > 1 && (
        <>
          <IconButton
            label="Previous photo"
            icon={<LeftIcon />}
            className={styles.previous}
            unavailable={current === 0}
            onClick={() => show(current - 1)}
          />
          <IconButton
            label="Next photo"
            icon={<RightIcon />}
            className={styles.next}
            unavailable={current === photos.length - 1}
            onClick={() => show(current + 1)}
          />
        </>
      )}
      <IconButton label="Close" icon={<CloseIcon size={18} />} className={styles.close} onClick={onClose} />
    </dialog>
  );
}
