import { Batch, BatchResults } from '../../../core/contracts/batch.ts';
import { batchLimits } from '../../../core/contracts/limits.ts';
import { groceryListRefusals } from '../../../core/domain/grocery-list/refusals.ts';
import { groceries, mia } from '../../openapi/examples.ts';
import { json, type Operation } from '../../openapi/operation.ts';

const { listFull } = groceryListRefusals;
const { milk } = groceries;

export const sendBatch = {
  tag: 'Service',
  summary: 'Make several changes of grocery lists and meal plans',
  description: `For changes that were made without a connection. The calls are executed one after another, each as if it was sent by itself under its key: a call that was made before, alone or in a batch, is not made again. A refused call does not stop those after it. One that cannot be decided now (429 or 5xx) does: send it again, with those after it. ${batchLimits.callsPerRequest} calls count as one request.`,
  token: 'required',
  body: Batch,
  bodyExamples: {
    'An item, which is then checked': {
      calls: [
        {
          method: 'POST',
          path: '/grocery-list',
          key: '019da8b0-4c5d-7a31-8e1f-2b9c7d6a5e41',
          body: { userId: mia.uid, ingredients: [{ id: milk.id, name: 'Milk' }] },
        },
        {
          method: 'PATCH',
          path: `/grocery-list/${mia.uid}/${milk.id}`,
          key: '019da8b0-4c5d-7a31-8e1f-2b9c7d6a5e42',
          body: { checked: true },
        },
      ],
    },
  },
  responses: [
    json(200, 'The responses to the calls', BatchResults, {
      'One made, one refused': {
        results: [
          { status: 200, revision: '7' },
          {
            status: 409,
            error: { statusCode: 409, code: 'LIST_FULL', error: 'Conflict', message: listFull().message },
          },
        ],
      },
    }),
  ],
} satisfies Operation;
