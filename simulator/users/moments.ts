import type { Moment } from '../../src/client/interface/moments.ts';
import { addressBook } from '../../src/client/state/address-book.ts';
import { hasMomentNews } from '../../src/client/state/kept-shown.ts';
import { userId } from '../../src/domain/ids.ts';
import { under } from './reached.ts';
import type { ActContext, Acts, UserSubject } from './subject.ts';
import { pickFrom } from './subject.ts';

const picture = new Blob(['x'], { type: 'image/png' });

async function pickMoment({ tab, step }: ActContext): Promise<Moment | undefined> {
  const answer = await tab.client.actions.moments(0);
  return answer.ok ? pickFrom(answer.value, step.b) : undefined;
}

const acts: Acts<'moments'> = {
  showMoment: ({ tab, number, step }) => {
    const friends = addressBook(tab.state()).flatMap(({ contacts }) =>
      contacts.map(({ id }) => userId(Number(id))),
    );
    const one = pickFrom(friends, step.a);
    return tab.client.actions.addMoment(
      `Moment ${number}`,
      Array.from({ length: step.b % 3 }, (_, at) => ({ name: `photo-${number}-${at}.png`, body: picture })),
      one !== undefined && step.a % 3 === 1 ? [one] : step.a % 7 === 2 ? [] : null,
    );
  },
  readMoments: (context) => pickMoment(context),
  lookAtMoments: async ({ tab }) => {
    const { actions } = tab.client;
    await actions.refreshMomentNews();
    const { moments } = tab.state();
    if (hasMomentNews(tab.state()) && moments) await actions.momentsSeen(moments.atMs);
  },
  likeMoment: async (context) => {
    const one = await pickMoment(context);
    if (one) await context.tab.client.actions.likeMoment(one.id, context.step.a % 3 > 0);
  },
  commentMoment: async (context) => {
    const one = await pickMoment(context);
    if (one)
      await context.tab.client.actions.commentMoment(
        one.id,
        `Well ${context.number}`,
        context.step.a % 2 === 0 ? one.author.id : null,
      );
  },
  dropComment: async (context) => {
    const comment = pickFrom((await pickMoment(context))?.comments ?? [], context.step.a);
    if (comment) await context.tab.client.actions.deleteComment(comment.id);
  },
  dropMoment: async (context) => {
    const one = await pickMoment(context);
    if (one) await context.tab.client.actions.deleteMoment(one.id);
  },
};

/** Posts to friends. */
export const moments: UserSubject<'moments'> = {
  acts,
  coverage: {
    calls: under('/enterprise/moments', 'list news add del like comment delComment'),
    frames: 'moments',
  },
};
