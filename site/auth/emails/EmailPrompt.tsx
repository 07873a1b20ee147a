import { useState, type ReactNode } from 'react';
import { toErrorCode } from '#core/api/apiError.ts';
import { ErrorNote } from '../../elements/ErrorNote.tsx';
import { describeError } from '../../elements/form/formFailure.ts';
import { useIsMounted } from '../../elements/form/useIsMounted.ts';
import { GuestFrame } from '../GuestFrame.tsx';

/** Content of a prompt: its heading, and the text with the links below it. */
export interface PromptScreen {
  title: string;
  body: ReactNode;
}

type PromptState =
  | { phase: 'waiting' | 'sending' }
  | { phase: 'unreachable'; message: string }
  | { phase: 'answered'; screen: PromptScreen };

/**
 * Confirmation before the token of an e-mail is sent: only the button sends it, because mail scanners open links, too.
 * `send` resolves with the screen of its result; `refusals` has the screens of error codes. After any other error the
 * button can be pressed again. `children` are below both.
 */
export function EmailPrompt({
  question,
  button,
  busyButton,
  send,
  refusals,
  children,
}: {
  question: PromptScreen;
  button: string;
  busyButton: string;
  send: () => Promise<PromptScreen>;
  refusals: Readonly<Partial<Record<string, PromptScreen>>>;
  children?: ReactNode;
}) {
  const [state, setState] = useState<PromptState>({ phase: 'waiting' });
  const isMounted = useIsMounted();
  const isSending = state.phase === 'sending';

  async function confirm(): Promise<void> {
    setState({ phase: 'sending' });
    const next = await send().then(
      (screen): PromptState => ({ phase: 'answered', screen }),
      (error: unknown): PromptState => {
        const screen = refusals[toErrorCode(error)];
        return screen
          ? { phase: 'answered', screen }
          : { phase: 'unreachable', message: describeError(error) };
      },
    );
    if (isMounted.current) setState(next);
  }

  const { title, body } = state.phase === 'answered' ? state.screen : question;
  return (
    <GuestFrame title={title} staysOpen>
      {body}
      <ErrorNote text={state.phase === 'unreachable' ? state.message : null} />
      {state.phase !== 'answered' && (
        <button
          type="button"
          className="button primary"
          aria-disabled={isSending}
          onClick={() => isSending || void confirm()}
        >
          {isSending ? busyButton : button}
        </button>
      )}
      {children}
    </GuestFrame>
  );
}
