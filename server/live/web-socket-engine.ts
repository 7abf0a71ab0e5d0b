import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type ServerOptions, type WebSocket, WebSocketServer } from 'ws';
import { frameOptions, limitFrames } from '../core/network/web-socket-frames.ts';

/**
 * A class for Engine.IO's option `wsEngine`, which limits the frames of clients. Engine.IO emits no pings of WebSockets,
 * and no packets of a WebSocket that has not yet replaced long polling.
 */
export const webSocketEngine = (maxFramesPer10s: number) =>
  class LimitedWebSocketServer extends WebSocketServer {
    constructor(options: ServerOptions) {
      super({ ...options, ...frameOptions });
    }
    override handleUpgrade(
      request: IncomingMessage,
      socket: Duplex,
      head: Buffer,
      onOpened: (webSocket: WebSocket, request: IncomingMessage) => void,
    ): void {
      super.handleUpgrade(request, socket, head, (webSocket, upgraded) => {
        limitFrames(webSocket, maxFramesPer10s);
        onOpened(webSocket, upgraded);
      });
    }
  };
