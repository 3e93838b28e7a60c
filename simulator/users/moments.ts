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
  readMoments: (hand) => pickMoment(hand),
  lookAtMoments: async ({ tab }) => {
    const { actions } = tab.client;
    await actions.refreshMomentNews();
    const { moments } = tab.state();
    if (hasMomentNews(tab.state()) && moments) await actions.momentsSeen(moments.atMs);
  },
  likeMoment: async (hand) => {
    const one = await pickMoment(hand);
    if (one) await hand.tab.client.actions.likeMoment(one.id, hand.step.a % 3 > 0);
  },
  commentMoment: async (hand) => {
    const one = await pickMoment(hand);
    if (one)
      await hand.tab.client.actions.commentMoment(
        one.id,
        `Well ${hand.number}`,
        hand.step.a % 2 === 0 ? one.author.id : null,
      );
  },
  dropComment: async (hand) => {
    const comment = pickFrom((await pickMoment(hand))?.comments ?? [], hand.step.a);
    if (comment) await hand.tab.client.actions.deleteComment(comment.id);
  },
  dropMoment: async (hand) => {
    const one = await pickMoment(hand);
    if (one) await hand.tab.client.actions.deleteMoment(one.id);
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
