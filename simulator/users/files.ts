import type { FileListRow, LocalFile } from '../../src/client/interface/files.ts';
import { under } from './reached.ts';
import type { ActContext, Acts, UserSubject } from './subject.ts';
import { postCall } from './group-acts.ts';
import { pickFrom, pickMessage, recordPress } from './subject.ts';

const small = new Blob(['x'.repeat(100)]);
const nothing = new Blob([]);
const large = new Blob([new Uint8Array(900_000)]);
const typed = new Map([
  ['image/png', new Blob([small], { type: 'image/png' })],
  ['video/mp4', new Blob([small], { type: 'video/mp4' })],
]);

/** Its name defines its content (`environment/files.ts`). */
const local = (name: string, body: Blob = small): LocalFile => ({ name, body });
const photo = (number: number): LocalFile => local(`photo-${number}.png`, typed.get('image/png'));

/** Files that no server takes, for one reason or another. */
const WRONG: readonly ((
  context: ActContext,
) => readonly [LocalFile, 'auto' | 'voice' | 'image' | 'video'])[] = [
  () => [local('empty-1.pdf', nothing), 'auto'],
  () => [local('voice-1-90s.ogg'), 'voice'],
  () => [local('voice-1.ogg'), 'voice'],
  () => [local('paper-1.pdf'), 'voice'],
  () => [local('huge-1.png'), 'image'],
];

async function listed({ tab, step }: ActContext): Promise<FileListRow | undefined> {
  const page = await tab.client.actions.files({
    role: (['any', 'sent', 'received'] as const)[step.b % 3] ?? 'any',
    ...(step.b % 2 === 0 ? { cate: 2 as const } : {}),
  });
  return page.ok ? pickFrom(page.value.rows, step.a) : undefined;
}

async function emojiOf({ tab, step }: ActContext) {
  const answer = await tab.client.actions.emojis();
  return answer.ok ? pickFrom(answer.value, step.b) : undefined;
}

const acts: Acts<'files'> = {
  photo: ({ tab, chat, number }) => void (chat && tab.client.actions.sendFile(chat.id, photo(number))),
  voice: ({ tab, chat, number }) =>
    void (chat && tab.client.actions.sendFile(chat.id, local(`voice-${number}-5s.ogg`), 'voice')),
  clip: ({ tab, chat, number }) =>
    void (
      chat && tab.client.actions.sendFile(chat.id, local(`clip-${number}-8s.mp4`, typed.get('video/mp4')))
    ),
  // Often the same one, which is kept once.
  paper: ({ tab, chat, step }) =>
    void (chat && tab.client.actions.sendFile(chat.id, local(`paper-${step.b % 5}.pdf`), 'file')),
  manyFiles: ({ tab, chat, number }) => {
    if (chat)
      for (let at = 0; at < 5; at += 1)
        tab.client.actions.sendFile(chat.id, local(`paper-${number}-${at}.pdf`, large), 'file');
  },
  wrongFile: (context) => {
    const [file, kind] = pickFrom(WRONG, context.step.b)?.(context) ?? [
      local('empty-1.pdf', nothing),
      'auto',
    ];
    if (context.chat) context.tab.client.actions.sendFile(context.chat.id, file, kind);
  },
  cancelFile: (context) => {
    const { uploads, actions } = context.tab.client;
    const one = pickFrom(uploads.get(), context.step.b);
    if (one) void recordPress(context, 'cancel', one.id, true, () => actions.cancelUpload(one.id));
  },
  retryFile: ({ tab, step }) => {
    const one = pickFrom(
      tab.client.uploads.get().filter((view) => view.state === 'failed'),
      step.b,
    );
    if (one) tab.client.actions.retryUpload(one.id);
  },
  fileAgain: async (context) => {
    const file = await listed(context);
    if (file && context.chat && file.type !== 'voice' && !context.tab.clock.dead)
      await context.tab.client.actions.sendStoredFile(context.chat.id, file);
  },
  fileList: async (context) => {
    await listed(context);
    if (context.step.b % 4 === 0) await context.tab.client.actions.files({ role: 'any', all: true });
  },
  freshLink: async (context) => {
    const file = await listed(context);
    await context.tab.client.actions.renewLink(file?.src ?? '/files/none');
  },
  portrait: ({ tab, number, step }) =>
    tab.client.actions.uploadAvatar(
      step.b % 4 === 0 ? local(pickFrom(['paper-1.pdf', 'wide-1.png'], step.a) ?? '') : photo(number),
    ),
  quotas: ({ tab }) => tab.client.actions.dayUsage(),
  roomEnds: ({ world, step }) => {
    world.weather.filesFull = 1;
    world.clock.setTimeout(
      () => Object.assign(world.weather, { filesFull: 0 }),
      5_000 + (step.b % 20) * 1_000,
    );
  },
  emojiUp: ({ tab, step }) =>
    tab.client.actions.uploadEmoji(step.b % 5 === 0 ? local('paper-1.pdf') : photo(step.b % 7)),
  emojiFrom: async (context) => {
    const file = await listed(context);
    if (file) await context.tab.client.actions.addEmoji(file.fileId);
  },
  emojiSend: async (context) => {
    const emoji = await emojiOf(context);
    if (emoji && context.chat && !context.tab.clock.dead)
      await context.tab.client.actions.sendEmoji(context.chat.id, emoji);
  },
  emojiMove: async (context) => {
    const emoji = await emojiOf(context);
    if (emoji) await context.tab.client.actions.moveEmojis([emoji.id]);
  },
  emojiDrop: async (context) => {
    const emoji = await emojiOf(context);
    if (emoji) await context.tab.client.actions.deleteEmojis([emoji.id]);
    // An emoji that was sent stays one; its file can be taken from the message.
    const sent = pickMessage(context, (one) => one.type === 'emoji');
    if (sent)
      await postCall(context, '/enterprise/emoji/add', {
        file_id: Number(sent.extra?.['file_id'] ?? 0) || 1,
      });
  },
};

/** Files, pictures and own emoji. */
export const files: UserSubject<'files'> = {
  acts,
  coverage: {
    calls: [
      ...under('/common/upload', 'uploadFile uploadAvatar uploadEmoji renew'),
      ...under('/enterprise/emoji', 'index add del move'),
      ...under('/enterprise/files', 'index quota'),
    ],
    refusals:
      'fileEmpty mediaLong voiceUnreadable pictureKind pictureLarge quotaFiles quotaBytes quotaServer full',
    settings: 'QUOTA_FILES QUOTA_FILES_MB QUOTA_ALL_FILES_MB DISK_FLOOR_MB',
    jobs: 'Sweeping',
  },
};
