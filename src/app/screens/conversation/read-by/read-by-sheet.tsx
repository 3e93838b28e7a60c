import type { MessageId } from '../../../../domain/ids.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { EmptyBlock } from '../../../kit/empty-block.tsx';
import { Sheet } from '../../../kit/sheet.tsx';
import { useClient } from '../../../shared/client-context.ts';
import { PeoplePages } from '../../../shared/people-pages.tsx';

/** Who has read an own message of a group, and of how many (READBY-2). */
export default function ReadBySheet({
  id,
  onClose,
}: {
  readonly id: MessageId;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const ask = async () => {
    const answer = await actions.readBy(id);
    if (!answer.ok) return answer;
    const { rows, of } = answer.value;
    return { ok: true, value: { rows, total: rows.length, of } } as const;
  };
  return (
    <Sheet open onClose={onClose} title={t('menu.readBy')}>
      <PeoplePages
        question={`readBy ${id}`}
        ask={ask}
        renderHeading={(total) => total === 0 && <EmptyBlock text={t('readBy.nobody')} />}
      />
    </Sheet>
  );
}
