/** The fields of React's fibers that are read here. */
interface Fiber {
  type: unknown;
  flags: number;
  child: Fiber | null;
  sibling: Fiber | null;
  alternate: Fiber | null;
}

/** React's flag for a component whose function ran in this commit. */
const PERFORMED_WORK = 1;

/** Names of the components rendered in each commit, as React reports them to its developer tools. */
export interface RenderLog {
  readonly names: string[];
  /** Returns the recorded names and clears them. */
  takeNames(): string[];
}

/** Records the renders of every React root. Must be called before React is loaded. */
export function recordRenders(): RenderLog {
  const names: string[] = [];
  const visit = (now: Fiber, before: Fiber | null) => {
    const performed = typeof now.type === 'function' && (now.flags & PERFORMED_WORK) !== 0;
    // A fiber that this commit skipped keeps the flags of the previous commit.
    if (performed && now !== before) names.push((now.type as { name: string }).name);
    if (before && now.child === before.child) return;
    for (let child = now.child; child; child = child.sibling) visit(child, child.alternate);
  };
  Object.assign(globalThis, {
    __REACT_DEVTOOLS_GLOBAL_HOOK__: {
      supportsFiber: true,
      renderers: new Map(),
      inject: () => 1,
      checkDCE: () => undefined,
      onCommitFiberRoot: (_: number, { current }: { current: Fiber }) => visit(current, current.alternate),
      onCommitFiberUnmount: () => undefined,
      onPostCommitFiberRoot: () => undefined,
    },
  });
  return { names, takeNames: () => names.splice(0) };
}
