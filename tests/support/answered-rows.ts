import type { Application, PersonCard } from '../../src/client/interface/client.ts';
import type { FileListRow } from '../../src/client/interface/files.ts';
import { contactId, msgId, userId } from '../../src/domain/ids.ts';

/** A row of the list of files, of the group `group-5`. */
export const file = (part: Partial<FileListRow>): FileListRow => ({
  fileId: 1,
  msgId: msgId(9),
  conversation: contactId('group-5'),
  type: 'file',
  name: 'plan',
  ext: 'pdf',
  sizeBytes: 2_048,
  cate: 1,
  src: '/files/a',
  preview: '',
  download: '/files/a?save=1',
  atMs: 1,
  from: { id: userId(2), displayName: 'Two', avatar: '' },
  extra: null,
  ...part,
});

export const card = (id: number, part: Partial<PersonCard> = {}): PersonCard => ({
  id: userId(id),
  account: `account${id}`,
  realname: `Person ${id}`,
  displayName: `Person ${id}`,
  avatar: '',
  email: '',
  sex: 2,
  motto: '',
  namePy: '',
  friend: null,
  ...part,
});

/** A request, by what became of it; 2: it waits. */
export const application = (status: Application['status']): Application => ({
  friendId: 40 + status,
  status,
  remark: 'hello',
  createdAt: '',
  person: card(30 + status),
});
