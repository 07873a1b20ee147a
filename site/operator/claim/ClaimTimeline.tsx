import { useEffect, useRef, useState } from 'react';
import { sendCall } from '#core/api/sendCall.ts';
import { addClaimNoteCall, MAX_NOTE_LENGTH } from '#core/contract/operator/claimChanges.ts';
import type { OperatorClaimDetail, TimelineEntry } from '#core/contract/operator/claimDetail.ts';
import { useAccount } from '../../account/accountContext.ts';
import { findEmptyError, listErrors } from '../../auth/validateFields.ts';
import { getStatusLabel } from '../../claim/claimStatusText.ts';
import { formatDateTime } from '../../claim/formatDateTime.ts';
import { FormEnd } from '../../elements/form/FormEnd.tsx';
import { TextField } from '../../elements/form/TextField.tsx';
import { useForm } from '../../elements/form/useForm.ts';
import { getCommandText } from '../commandTexts.ts';
import { getReasonText } from '../deskTexts.ts';
import '../../account/list/list.css';

const ACTOR_TEXTS = { client: 'клиент', operator: 'сотрудник', system: 'сервер' } as const;

/** What happened to the claim, the newest first, and a form for a note. */
export function ClaimTimeline({
  claim: { id, timeline },
  onChanged,
}: {
  claim: OperatorClaimDetail;
  onChanged: (claim: OperatorClaimDetail) => void;
}) {
  const [noteCount, setNoteCount] = useState(0);
  const fieldRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (noteCount > 0) fieldRef.current?.querySelector('input')?.focus();
  }, [noteCount]);
  return (
    <section className="claim-timeline" aria-labelledby="claim-timeline">
      <h2 id="claim-timeline">История</h2>
      <div ref={fieldRef}>
        <NoteForm
          key={noteCount}
          id={id}
          onChanged={changed => {
            setNoteCount(count => count + 1);
            onChanged(changed);
          }}
        />
      </div>
      <p className="form-hint" role="status">
        {noteCount > 0 && 'Заметка записана.'}
      </p>
      <ol className="line-list">
        {timeline.toReversed().map((entry, index) => (
          <li key={`${entry.at} ${timeline.length - index}`}>
            {describeEntry(entry)}
            <small className="numeric">
              {[formatDateTime(entry.at), entry.by ?? (entry.actor && ACTOR_TEXTS[entry.actor])]
                .filter(Boolean)
                .join(', ')}
            </small>
          </li>
        ))}
      </ol>
    </section>
  );
}

function describeEntry({ kind, status, reason, text }: TimelineEntry): string {
  if (kind === 'status' && status !== null)
    return `${getStatusLabel(status)}${reason === null ? '' : `: ${getReasonText(reason)}`}`;
  return kind === 'change' ? getCommandText(text ?? '') : (text ?? '');
}

function NoteForm({ id, onChanged }: { id: string; onChanged: (claim: OperatorClaimDetail) => void }) {
  const { api } = useAccount();
  const form = useForm({
    fieldNames: ['text'],
    validate: ({ text }) => listErrors({ text: findEmptyError(text?.trim()) }),
    async send({ text = '' }, { signal }) {
      onChanged(await sendCall(api, addClaimNoteCall, { id, body: { text }, signal }));
    },
  });
  return (
    <form {...form.props} className="one-field-form" aria-label="Заметка">
      <TextField
        form={form}
        name="text"
        label="Заметка для сотрудников"
        autoComplete="off"
        maxLength={MAX_NOTE_LENGTH}
      />
      <FormEnd form={form} text="Добавить заметку" sendingText="Записываем…" isQuiet />
    </form>
  );
}
