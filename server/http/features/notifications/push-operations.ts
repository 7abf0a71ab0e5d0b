import { PushConfig, PushEndpoint, PushSubscriptionForm } from '../../../core/contracts/notifications.ts';
import { PushUnavailable } from '../../../push/subscriptions.ts';
import { json, noContent, type Operation } from '../../openapi/operation.ts';
import { HttpError } from '../../responses/errors.ts';

const tag = 'Notifications';

const endpoint = 'https://push.example.net/send/9c1e';
const subscription: PushSubscriptionForm = {
  endpoint,
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
};

export const notConfigured = (): HttpError =>
  new HttpError(501, 'PUSH_NOT_CONFIGURED', 'This Potluck sends no push messages');

export const readPush = {
  tag,
  summary: 'Read the key for push messages',
  token: 'required',
  responses: [
    json(200, 'The key', PushConfig, {
      'A key': { publicKey: subscription.keys.p256dh },
      'No push messages': { publicKey: null },
    }),
  ],
} satisfies Operation;

export const subscribe = {
  tag,
  summary: 'Send push messages to a browser',
  description:
    'About what becomes unread from now on, encrypted for this browser (RFC 8291). The address must be on the internet. It is stored apart from the log, and removed when its push service says that it has ended.',
  token: 'required',
  body: PushSubscriptionForm,
  bodyExamples: { 'A subscription': subscription },
  responses: [noContent('Stored')],
  errors: [notConfigured(), new PushUnavailable('')],
} satisfies Operation;

export const unsubscribe = {
  tag,
  summary: 'End push messages to a browser',
  description: 'Clients call it before the user signs out.',
  token: 'required',
  body: PushEndpoint,
  bodyExamples: { 'The address': { endpoint } },
  responses: [noContent('Ended')],
  errors: [notConfigured(), new PushUnavailable('')],
} satisfies Operation;
