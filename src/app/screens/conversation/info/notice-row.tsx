import type { Contact } from '../../../../client/state/state.ts';
import { GROUP_FIELDS } from '../../../../domain/group-fields.ts';
import { textLimits } from '../../../../domain/limits.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useClient, useStore } from '../../../shared/client-context.ts';
import { useEdits } from '../../../shared/use-edits.ts';
import { useMay } from '../../../shared/use-may.ts';
import { useState } from 'react';
import { parseRich, wordsOf } from '../../../../domain/rich-text.ts';
import { lengthOf } from '../../../../domain/validation.ts';
import { isUnseen } from '../../../../domain/unseen.ts';
import type { Answer } from '../../../../client/interface/client.ts';
import { Button } from '../../../kit/button.tsx';
import { FormSheet } from '../../../kit/form-sheet.tsx';
import { richNodes } from '../message/rich-nodes.tsx';
import { Row } from '../../../kit/row.tsx';
import { Sheet } from '../../../kit/sheet.tsx';
import { TextArea } from '../../../kit/text-area.tsx';
import { useRound } from '../../../kit/use-round.ts';
import styles from './chat-info.module.css';

/** The group announcement, which notifies all members (GROUP-10). */
export function NoticeRow({ contact }: { readonly contact: Contact }) {
  const { t } = useTranslation();
  const { actions } = useClient();
  return (
    <TextRow
      title={t('ginfo.notice')}
      field="notice"
      text={contact.group?.notice ?? ''}
      none={t('ginfo.noNotice')}
      may={useMay(contact, 'editNotice')}
      edit={t('gman.editNotice')}
      confirm={t('gman.publish')}
      hint={t('gman.noticeHint')}
      max={textLimits.messageMax}
      needed={t('gman.needNotice')}
      onSave={(words, base) => actions.setGroupNotice(contact.id, words, base)}
    />
  );
}

const OF_SETTING = {
  about: {
    none: 'ginfo.noAbout',
    edit: 'gman.editAbout',
    hint: 'gman.aboutHint',
    max: GROUP_FIELDS.about.max,
  },
  rules: {
    none: 'ginfo.noRules',
    edit: 'gman.editRules',
    hint: 'gman.rulesHint',
    max: GROUP_FIELDS.rules.max,
  },
} as const;

/** The purpose of the group (GROUP-20), or its rules (GROUP-21). */
export function SettingTextRow({
  contact,
  field,
}: {
  readonly contact: Contact;
  readonly field: keyof typeof OF_SETTING;
}) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const isPlain = useStore((state) => state.sync.plain);
  const may = useMay(contact, 'editSetting');
  if (isPlain) return null;
  const { none, edit, hint, max } = OF_SETTING[field];
  return (
    <TextRow
      title={t(`ginfo.${field}`)}
      field={field}
      text={contact.group?.setting[field] ?? ''}
      none={t(none)}
      may={may}
      edit={t(edit)}
      confirm={t('common.save')}
      hint={t(hint)}
      max={max}
      needed={null}
      onSave={(words, base) => actions.setGroupSetting(contact.id, { [field]: words }, base)}
    />
  );
}

type GroupTexts = { readonly [K in 'notice' | 'about' | 'rules']?: string };

export interface GroupText {
  readonly title: string;
  /** Its name in requests. */
  readonly field: keyof GroupTexts;
  readonly text: string;
  /** Shown for an empty text. */
  readonly none: string;
  readonly may: boolean;
  readonly edit: string;
  readonly confirm: string;
  readonly hint: string;
  readonly max: number;
  /** Error for an empty text; null: saving it empty is allowed. */
  readonly needed: string | null;
  readonly onSave: (words: string, base: GroupTexts) => Answer;
}

/** One line of a text of the group; all members read the whole of it, managers edit it. */
function TextRow(props: GroupText) {
  const [open, setOpen] = useState<'read' | 'edit' | null>(null);
  const round = useRound(open === 'edit');
  const { title, text, none, may, edit } = props;
  const press = text !== '' ? () => setOpen('read') : may ? () => setOpen('edit') : undefined;
  return (
    <>
      <Row
        title={title}
        detail={text === '' ? none : wordsOf(text).replace(/\s+/g, ' ')}
        value={press && ''}
        onPress={press}
      />
      <Sheet open={open === 'read'} onClose={() => setOpen(null)} title={title}>
        <div className={styles.noticeText} dir="auto">
          {richNodes(parseRich(text))}
        </div>
        {may && (
          <div className={styles.noticeEdit}>
            <Button kind="primary" block onClick={() => setOpen('edit')}>
              {edit}
            </Button>
          </div>
        )}
      </Sheet>
      <TextForm key={round} {...props} open={open === 'edit'} onClose={() => setOpen(null)} />
    </>
  );
}

function TextForm({
  title,
  field,
  text,
  confirm,
  hint,
  max,
  needed,
  onSave,
  open,
  onClose,
}: GroupText & { readonly open: boolean; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const { values, set, save } = useEdits<GroupTexts>({ [field]: text });
  const words = values[field] ?? '';
  const [problem, setProblem] = useState<string | null>(null);
  const problemOf = (): string | null => {
    if (isUnseen(words)) return needed;
    return lengthOf(words.trim()) > max ? t('chat.tooLong', { n: lengthOf(words.trim()), max }) : null;
  };
  return (
    <FormSheet
      open={open}
      title={title}
      confirm={confirm}
      onClose={onClose}
      onSubmit={async () => {
        const newProblem = problemOf();
        setProblem(newProblem);
        if (newProblem !== null) return '';
        return save((base) => onSave(words.trim(), base));
      }}
    >
      <TextArea
        label={title}
        hint={hint}
        rows={6}
        maxLength={max}
        value={words}
        error={problem}
        onValue={(next) => {
          set({ [field]: next });
          setProblem(null);
        }}
      />
    </FormSheet>
  );
}
