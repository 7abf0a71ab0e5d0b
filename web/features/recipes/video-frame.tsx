import { useEffect, useEffectEvent, useRef } from 'react';
import { type Embed, parsePlayerMessage } from './embed.ts';

export type FrameState = 'loading' | 'loaded' | 'failed';

/** How long the player may take to send a message after the frame has loaded. Browsers do not report a failed frame. */
const messageTimeoutMs = 6_000;
const loadTimeoutMs = 20_000;
const handshakeIntervalMs = 500;

export interface VideoFrameProps {
  embed: Embed;
  title: string;
  className: string | undefined;
  onState: (state: FrameState) => void;
  /** Receives neither pointer events nor the focus. */
  inert?: boolean;
}

/** The player of another site, in a sandbox: it can neither navigate this page nor access it. */
export function VideoFrame({ embed, title, className, onState, inert = false }: VideoFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const reportState = useEffectEvent(onState);

  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    let isSettled = false;
    const settle = (state: FrameState) => {
      if (isSettled && state === 'loaded') return;
      isSettled = true;
      clearTimeout(timer);
      clearInterval(handshakeTimer);
      reportState(state);
    };
    const fail = () => settle('failed');
    let timer = setTimeout(fail, loadTimeoutMs);
    const handshakeTimer = setInterval(() => {
      // With '*', browsers log no error if the frame shows an error page. The messages are not secret.
      for (const message of embed.handshake) element.contentWindow?.postMessage(message, '*');
    }, handshakeIntervalMs);
    const onLoad = () => {
      clearTimeout(timer);
      if (!isSettled) timer = setTimeout(fail, messageTimeoutMs);
    };
    const onMessage = ({ source, origin, data }: MessageEvent) => {
      if (source === element.contentWindow && origin === embed.origin) settle(parsePlayerMessage(data));
    };
    element.addEventListener('load', onLoad);
    window.addEventListener('message', onMessage);
    return () => {
      clearTimeout(timer);
      clearInterval(handshakeTimer);
      element.removeEventListener('load', onLoad);
      window.removeEventListener('message', onMessage);
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
