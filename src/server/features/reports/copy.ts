import type { StreamId, UserId } from '../../../domain/ids.ts';
import type {
  GroupRow,
  MessageRow,
  ReadTx,
  ReportedPerson,
  ReportRow,
  UserRow,
} from '../../../ports/store.ts';
import { fileIn, linkInExtra } from '../../files/held-file.ts';

/** Columns of a report row that describe the reported item. */
export type Copied = Pick<ReportRow, 'about' | 'accused' | 'stream' | 'copy' | 'fileId'>;

const personOf = ({ id, account, realname, motto, avatar }: UserRow): ReportedPerson => ({
  id,
  account,
  realname,
  motto,
  avatar,
});

const personBy = async (tx: ReadTx, id: UserId): Promise<ReportedPerson | null> => {
  const row = await tx.users.byId(id);
  return row && personOf(row);
};

export async function copyOfMessage(tx: ReadTx, row: MessageRow, place: string): Promise<Copied> {
  const { id, n, sentAtMs, rev, type, content, extra } = row;
  return {
    about: id,
    accused: row.from,
    stream: row.stream,
    copy: {
      kind: 'message',
      id,
      from: await personBy(tx, row.from),
      place,
      n,
      sentAtMs,
      rev,
      type,
      content,
      extra,
    },
    fileId: fileIn(extra)?.id ?? linkInExtra(extra)?.picture?.id ?? null,
  };
}

export const copyOfPerson = (row: UserRow): Copied => ({
  about: String(row.id),
  accused: row.id,
  stream: null,
  copy: { kind: 'person', person: personOf(row) },
  fileId: null,
});

export async function copyOfGroup(tx: ReadTx, group: GroupRow, stream: StreamId): Promise<Copied> {
  const { name, notice, avatar, owner, setting } = group;
  const { about, rules } = setting;
  return {
    about: stream,
    accused: owner,
    stream,
    copy: { kind: 'group', name, notice, about, rules, avatar, owner: await personBy(tx, owner) },
    fileId: null,
  };
}
