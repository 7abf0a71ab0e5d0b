/**
 * Faults first observed with a real EventStoreDB, reproduced by an in-memory imitation: one test for each.
 */
import { describe } from 'vitest';
import { appendFaults } from './eventstoredb-faults/appends.ts';
import { connectionFaults } from './eventstoredb-faults/connections.ts';
import { readFaults } from './eventstoredb-faults/reads.ts';
import { subscriptionEnds } from './eventstoredb-faults/subscription-ends.ts';
import { subscriptionPositions } from './eventstoredb-faults/subscription-positions.ts';
import { subscriptionFaults } from './eventstoredb-faults/subscriptions.ts';

describe('EventStoreDB, connections', connectionFaults);
describe('EventStoreDB, appends', appendFaults);
describe('EventStoreDB, reads', readFaults);
describe('EventStoreDB, subscriptions', subscriptionFaults);
describe('EventStoreDB, positions of subscriptions', subscriptionPositions);
describe('EventStoreDB, ends of subscriptions', subscriptionEnds);
