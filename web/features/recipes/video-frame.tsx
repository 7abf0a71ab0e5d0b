import { useEffect, useEffectEvent, useRef } from 'react';
import { type Embed, heardFrom } from './embed.ts';

export type FrameState = 'loading' | 'loaded' | 'failed';

/** A player that has come says something within this time (ms), or it is none: of a frame that failed browsers tell nothing. */
const speaksWithin = 6_000;
const comesWithin = 20_000;
const greetsEvery = 500;

export interface VideoFrameProps {
  embed: Embed;
  title: string;
  className: string | undefined;
  onState: (state: FrameState) => void;
  /** Only to look at: it takes neither presses nor the focus. */
  inert?: boolean;
}

/** The player of another site, sandboxed: it can neither lead this page away nor reach into it. */
export function VideoFrame({ embed, title, className, onState, inert = false }: VideoFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const tell = useEffectEvent(onState);

  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    let settled = false;
    const settle = (state: FrameState) => {
      if (settled && state === 'loaded') return;
      settled = true;
      clearTimeout(timer);
      clearInterval(greeting);
      tell(state);
    };
    const giveUp = () => settle('failed');
    let timer = setTimeout(giveUp, comesWithin);
    const greeting = setInterval(() => {
      // To whoever is there: what is said is no secret, and an error page in its place would make the browser complain.
      for (const words of embed.greetings) element.contentWindow?.postMessage(words, '*');
    }, greetsEvery);
    const come = () => {
      clearTimeout(timer);
      if (!settled) timer = setTimeout(giveUp, speaksWithin);
    };
    const hear = ({ source, origin, data }: MessageEvent) => {
      if (source === element.contentWindow && origin === embed.origin) settle(heardFrom(data));
    };
    element.addEventListener('load', come);
    window.addEventListener('message', hear);
    return () => {
      clearTimeout(timer);
      clearInterval(greeting);
      element.removeEventListener('load', come);
      window.removeEventListener('message', hear);
    };
  }, [embed]);

  return (
    <iframe
      ref={frame}
      className={className}
      src={embed.address}
      title={title}
      loading="lazy"
      sandbox="allow-scripts allow-same-origin allow-presentation allow-popups allow-popups-to-escape-sandbox"
      allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
      referrerPolicy="strict-origin-when-cross-origin"
      tabIndex={inert ? -1 : undefined}
      inert={inert}
    />
  );
}
