import { useEffect, useId, useRef, useState, type FormEvent } from 'react';
import { createFieldFailure, toFormFailure, type FormFailure } from './formFailure.ts';

/** Values of a form by field name. Checkboxes have a value only if they are ticked. */
export type FormValues = Readonly<Record<string, string>>;

/** State of the submission. */
type FormState =
  | { phase: 'editing' }
  | { phase: 'sending' }
  /** `attempt` numbers the submissions. */
  | { phase: 'failed'; failure: FormFailure; attempt: number };

interface FormOptions {
  /** Names of the fields that can show an error. */
  fieldNames: readonly string[];
  /** Messages of invalid fields; the form is sent if there are none. */
  validate?: (values: FormValues) => Record<string, string>;
  /** Sends the form. `recaptcha` is null unless a captcha was required. */
  send: (values: FormValues, call: { signal: AbortSignal; recaptcha: string | null }) => Promise<void>;
}

/** A form with uncontrolled inputs, so that password managers can fill it in. */
export interface Form {
  id: string;
  isSending: boolean;
  failure: FormFailure | null;
  /** Error of a field; null if it has none. */
  getError(name: string): string | null;
  /** Removes the error of a field that a button has filled in. */
  removeError(name: string): void;
  /** Sends the form again with the captcha's token. */
  submitCaptcha(token: string): void;
  /** Sends the captcha's token with the next submission. */
  keepCaptcha(token: string): void;
  /** How many tokens were sent: each is valid once. */
  sentCaptchas: number;
  props: {
    ref: React.RefObject<HTMLFormElement | null>;
    noValidate: true;
    onSubmit: (event: FormEvent<HTMLFormElement>) => void;
    onInput: (event: FormEvent<HTMLFormElement>) => void;
  };
}

const readValues = (form: HTMLFormElement): FormValues =>
  Object.fromEntries(
    [...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );

/** Sends a form once at a time, shows its errors by field and focuses the first invalid field. */
export function useForm({ fieldNames, validate, send }: FormOptions): Form {
  const id = useId();
  const ref = useRef<HTMLFormElement>(null);
  const request = useRef<AbortController>(null);
  const captchaToken = useRef<string>(null);
  const [sentCaptchas, setSentCaptchas] = useState(0);
  const [state, setState] = useState<FormState>({ phase: 'editing' });
  const failure = state.phase === 'failed' ? state.failure : null;
  useEffect(() => () => request.current?.abort(), []);
  const attempts = useRef(0);
  const failedAttempt = state.phase === 'failed' ? state.attempt : 0;
  useEffect(() => {
    if (failedAttempt > 0) ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [failedAttempt]);

  async function submit(form: HTMLFormElement): Promise<void> {
    if (state.phase === 'sending') return;
    const values = readValues(form);
    const attempt = ++attempts.current;
    const errors = validate?.(values) ?? {};
    if (Object.keys(errors).length > 0) {
      setState({ phase: 'failed', failure: createFieldFailure(errors), attempt });
      return;
    }
    const controller = new AbortController();
    request.current = controller;
    const recaptcha = captchaToken.current;
    captchaToken.current = null;
    if (recaptcha !== null) setSentCaptchas(count => count + 1);
    setState({ phase: 'sending' });
    try {
      await send(values, { signal: controller.signal, recaptcha });
      if (!controller.signal.aborted) setState({ phase: 'editing' });
    } catch (error) {
      if (!controller.signal.aborted)
        setState({ phase: 'failed', failure: toFormFailure(error, fieldNames), attempt });
    }
  }

  /** An edit removes the error of its field. */
  function removeError(name: string): void {
    setState(now => {
      if (now.phase !== 'failed' || !Object.hasOwn(now.failure.fields, name)) return now;
      const { [name]: _, ...fields } = now.failure.fields;
      return { ...now, failure: { ...now.failure, fields } };
    });
  }

  return {
    id,
    isSending: state.phase === 'sending',
    failure,
    removeError,
    getError: name => failure?.fields[name] ?? null,
    submitCaptcha(token) {
      captchaToken.current = token;
      ref.current?.requestSubmit();
    },
    sentCaptchas,
    keepCaptcha(token) {
      captchaToken.current = token;
    },
    props: {
      ref,
      noValidate: true,
      onSubmit(event) {
        event.preventDefault();
        void submit(event.currentTarget);
      },
      onInput: ({ target }) => removeError((target as HTMLInputElement).name),
    },
  };
}
