import { derivedId } from '../../commands/ids.ts';
import { groceryList } from '../../core/domain/grocery-list/decider.ts';
import { household } from '../../core/domain/household/decider.ts';
import { type Household, homeOfHousehold, membersOf, type Person } from '../homes.ts';
import { householdNames } from '../phrases.ts';
import { OpenStream, type SimulatedRequest } from '../recorder.ts';
import { hoursMs, type World } from '../world.ts';
import { moveItems } from './further-lists.ts';

const invitationMs = hoursMs(7 * 24);
/** Of a hash of 16 bytes in base64url. */
const secretHashLength = 22;

/** Founds a household and invites others; or something changes in theirs. */
export function* shareHousehold(world: World, person: Person): Generator<number, void> {
  const { random } = world;
  const [existing] = person.households;
  if (existing && random.chance(0.9)) {
    yield* changeHousehold(world, person, existing);
    return;
  }
  const founded = found(world, person);
  if (!founded) return;
  for (let count = random.between(1, 4); count > 0; count--) {
    yield world.pause();
    yield* invite(world, person, founded);
  }
}

function found(world: World, person: Person): Household | undefined {
  const id = world.newId();
  const stream = new OpenStream(household, id);
  const command = { type: 'FoundHousehold', name: world.random.pick(householdNames) } as const;
  const founded: Household = { stream, home: homeOfHousehold(id), people: [] };
  if (world.act(person, stream, { ...command, memberships: person.memberships }).length === 0) return undefined;
  enter(person, founded);
  world.addHousehold(founded);
  return founded;
}

function enter(person: Person, entered: Household): void {
  entered.people.push(person);
  person.households.push(entered);
  person.memberships += 1;
}

/** Issues an invitation. A user joins with it minutes or days later, or it is revoked, or it expires. */
function* invite(world: World, host: Person, joined: Household): Generator<number, void> {
  const { random, recorder } = world;
  const { stream } = joined;
  const invitationId = world.newId();
  const secretHash = world.ids.hash(secretHashLength);
  const expiresAt = new Date(recorder.nowMs + invitationMs).toISOString();
  const invitation = { invitationId, secretHash, expiresAt, uses: random.pick([1, 1, 1, 3]) };
  world.act(host, stream, { type: 'IssueInvitation', actor: host.uid, now: recorder.at, ...invitation });
  yield random.chance(0.6) ? world.pause() : random.between(hoursMs(1), hoursMs(9 * 24));
  if (random.chance(0.08)) {
    world.act(host, stream, { type: 'RevokeInvitation', actor: host.uid, invitationId });
    return;
  }
  const guest = world.people.another();
  if (!guest || joined.people.length === 0 || joined.people.includes(guest)) return;
  const { uid: actor, memberships } = guest;
  const request = world.request(guest);
  const command = { type: 'Join', actor, invitationId, now: recorder.at, memberships } as const;
  if (recorder.record(stream, command, request).length === 0) return;
  enter(guest, joined);
  if (random.chance(0.5)) bringItems(world, request, guest, joined);
}

/** As `server/http/features/households/bring-items.ts` does. */
function bringItems(world: World, request: SimulatedRequest, { own }: Person, { home }: Household): void {
  const open = [...own.list.state.items.values()].filter(({ checkedBy }) => checkedBy === undefined);
  moveItems(
    world,
    request,
    own.list,
    home.list,
    open.map(({ id }) => id),
  );
}

function* changeHousehold(world: World, person: Person, changed: Household): Generator<number, void> {
  const { random } = world;
  const { stream } = changed;
  const { uid: actor } = person;
  const change = random.below(100);
  if (change < 40) yield* invite(world, person, changed);
  else if (change < 60)
    world.act(person, stream, { type: 'RenameHousehold', actor, name: random.pick(householdNames) });
  else if (change < 75) {
    const to = random.pick(membersOf(changed));
    world.act(person, stream, { type: 'TransferOwnership', actor, to });
  } else if (change < 94)
    endMembership(world, person, changed, random.chance(0.7) ? person : random.pick(changed.people));
  else dissolve(world, person, changed);
}

function endMembership(world: World, person: Person, left: Household, member: Person): void {
  const { random, recorder } = world;
  const { stream, people } = left;
  const { uid: actor } = person;
  if (stream.state.status !== 'founded') return;
  const isOwner = stream.state.ownerId === actor;
  if (isOwner === (member === person)) return;
  const request = world.request(person);
  if (random.chance(0.4)) keepCopy(world, request, left, member);
  recorder.record(stream, { type: 'EndMembership', actor, uid: member.uid }, request);
  people.splice(people.indexOf(member), 1);
  member.households.splice(member.households.indexOf(left), 1);
  member.memberships -= 1;
}

function dissolve(world: World, person: Person, ended: Household): void {
  const { stream, people } = ended;
  if (stream.state.status !== 'founded' || stream.state.ownerId !== person.uid) return;
  const request = world.request(person);
  for (const member of people) keepCopy(world, request, ended, member);
  world.recorder.record(stream, { type: 'DissolveHousehold', actor: person.uid }, request);
  for (const member of people) member.memberships -= 1;
  world.removeHousehold(ended);
}

/** Copies the list for a member into a new one, as `server/http/features/households/keep-copies.ts` does. */
function keepCopy(
  { recorder }: World,
  request: SimulatedRequest,
  { stream, home }: Household,
  { uid, own }: Person,
): void {
  const name = stream.state.status === 'founded' ? stream.state.name : '';
  const { commandId } = request;
  const items = [...home.list.state.items.values()].map(({ plannedMeal: _, assignedTo, ...item }) => ({
    ...item,
    id: derivedId(commandId, uid, item.id),
    ...(assignedTo === uid && { assignedTo }),
  }));
  if (items.length === 0) return;
  const copy = new OpenStream(groceryList, derivedId(commandId, 'copy', uid));
  const opened = recorder.record(own.collection, { type: 'OpenList', listId: copy.id, name }, request);
  if (opened.length > 0) own.furtherLists.push(copy);
  const to = opened.length > 0 ? copy : own.list;
  recorder.record(to, { type: 'MoveIn', items, from: home.list.id }, request);
}
