import type { Writing } from '../../../ports/store.ts';
import type { Places } from './two-places.ts';
import type { Rules } from './two-rules.ts';

const groups = (places: Places): Rules<Writing>['groups'] => ({
  insert: { where: () => places.next() },
  update: places.group,
  end: places.group,
  retain: places.group,
});

const doors = ({ stream, group, number, ofGroup }: Places): Rules<Writing>['doors'] => ({
  bar: stream,
  unbar: stream,
  keepShown: { where: (_, code) => ofGroup(code.group) },
  addLink: { where: (link) => ofGroup(link.group) },
  useLink: number,
  endLink: group,
  putRequest: { where: (request) => ofGroup(request.group) },
  dropRequests: group,
  close: group,
});

const groupLines = ({ stream, row }: Places): Rules<Writing>['groupLines'] => ({
  insert: row,
  clear: stream,
});

const members = ({ stream, ofStream }: Places): Rules<Writing>['members'] => ({
  put: { where: (...rows) => (rows[0] ? ofStream(rows[0].stream) : 0) },
  update: stream,
  readAll: stream,
  endOf: stream,
});

const clearings = ({ stream }: Places): Rules<Writing>['clearings'] => ({ begin: stream, end: stream });

const dissolvings = ({ stream }: Places): Rules<Writing>['dissolvings'] => ({ begin: stream, end: stream });

/** Groups and their members. */
export const groupWriting = (places: Places) => ({
  groups: groups(places),
  doors: doors(places),
  groupLines: groupLines(places),
  members: members(places),
  clearings: clearings(places),
  dissolvings: dissolvings(places),
});
