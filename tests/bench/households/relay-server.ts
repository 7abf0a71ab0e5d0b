/**
 * The limit of the framework, the browser and the machine: a list that Fastify and `ws` pass from one page to others,
 * without accounts, storage and a client library. The page is stored by a service worker. Prints the port.
 */
import Fastify from 'fastify';
import { type WebSocket, WebSocketServer } from 'ws';

const rows = 93;

const page = `<!doctype html>
<html lang="en">
<title>A bare list</title>
<style>li { height: 56px } .checked { color: gray }</style>
<ul></ul>
<script>
  const list = document.querySelector('ul');
  for (let n = 1; n <= ${rows}; n++) {
    const row = document.createElement('li');
    row.dataset.itemRow = 'item-' + n;
    row.innerHTML = '<label><input type="checkbox"> Item ' + n + '</label>';
    list.append(row);
  }
  list.onchange = ({ target }) =>
    fetch('/api/grocery-list/page/' + target.closest('li').dataset.itemRow, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ checked: target.checked }),
    });
  new WebSocket('ws://' + location.host + '/page').onmessage = ({ data }) => {
    const [, { changed }] = JSON.parse(data.slice(2));
    for (const { id, checked } of changed) {
      const row = document.querySelector('[data-item-row="' + id + '"]');
      row.querySelector('input').checked = checked;
      row.className = checked ? 'checked' : '';
    }
  };
  navigator.serviceWorker.register('/sw.js');
</script>
`;

const serviceWorker = `
  self.oninstall = (event) => event.waitUntil(caches.open('page').then((cache) => cache.add('/')));
  self.onactivate = (event) => event.waitUntil(self.clients.claim());
  self.onfetch = (event) => {
    if (event.request.mode === 'navigate') event.respondWith(caches.match('/'));
  };
`;

const app = Fastify();
const devices = new Map<string, Set<WebSocket>>();
let revision = 0;

app.get('/', (_request, reply) => reply.type('text/html').send(page));
app.get('/sw.js', (_request, reply) => reply.type('text/javascript').send(serviceWorker));
app.patch<{ Params: { whose: string; itemId: string }; Body: { checked: boolean } }>(
  '/api/grocery-list/:whose/:itemId',
  (request, reply) => {
    const { whose, itemId } = request.params;
    const { checked } = request.body;
    const by = { uid: 'YmEqH7VZyXcAsGQtrSdjMcPPVPz1', name: 'Mia' };
    const entry = { id: itemId, name: 'Tomatoes', amount: '2', unit: '', order: 1 };
    const item = { ...entry, checked, addedBy: by, addedAt: '2026-01-01T12:00:00.000Z', checkedBy: by };
    const span = { position: String(revision), listId: whose, from: String(revision), revision: String(++revision) };
    const message = { kind: 'list.changed', ...span, changed: [item], removed: [] };
    const text = `42["live",${JSON.stringify(message)}]`;
    for (const device of devices.get(whose) ?? []) device.send(text);
    return reply.send(item);
  },
);

new WebSocketServer({ server: app.server, perMessageDeflate: false }).on('connection', (device, { url = '' }) => {
  const whose = url.slice(1);
  const others = devices.get(whose) ?? new Set();
  devices.set(whose, others.add(device));
  device.once('close', () => others.delete(device));
});

await app.listen({ host: '127.0.0.1', port: 0 });
const address = app.server.address();
process.stdout.write(`${typeof address === 'object' ? address?.port : address}\n`);
