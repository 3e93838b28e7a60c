import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import type { PersonCard } from '../../../client/interface/client.ts';
import { textLimits } from '../../../domain/limits.ts';
import { verificationProblem } from '../../../domain/validation.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../kit/button.tsx';
import { useClient, useStore } from '../../shared/client-context.ts';
import { PromptDialog } from '../../kit/prompt-dialog.tsx';
import { failureText } from '../../shared/failure-text.ts';
import { PROBLEM_TEXT } from '../../i18n/problem-text.ts';

/**
 * Asks for a verification message with a default greeting; afterwards the button shows that the request waits
 * (FRIEND-2).
 */
export function AddFriend({
  person,
  small = false,
}: {
  readonly person: PersonCard;
  readonly small?: boolean;
}) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const [open, setOpen] = useState(false);
  const [sent, setSent] = useState(false);
  const myName = useStore((state) => state.self?.realname ?? '');
  return (
    <>
      <Button
        kind="primary"
        small={small}
        block={!small}
        disabled={sent}
        icon={small ? undefined : <UserPlus size={20} strokeWidth={1.75} />}
        onClick={() => setOpen(true)}
      >
        {t(sent ? 'friend.waiting' : 'friend.add')}
      </Button>
      <PromptDialog
        open={open}
        title={t('friend.addTitle', { name: person.displayName || person.realname })}
        label={t('friend.verify')}
        initial={t('friend.greeting', { name: myName })}
        maxLength={textLimits.verificationMax}
        confirm={t('friend.apply')}
        onClose={() => setOpen(false)}
        onSubmit={async (words) => {
          const problem = verificationProblem(words);
          if (problem) return t(PROBLEM_TEXT[problem]);
          const answer = await actions.applyFriend(person.id, words.trim());
          if (!answer.ok) return failureText(t, answer.reason);
          setSent(true);
          return null;
        }}
      />
    </>
  );
}
