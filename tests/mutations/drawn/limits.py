"""Runs a command with limits and reports whether it succeeded, failed or did not end."""
import os
import resource
import signal
import subprocess
import tempfile


def limited(command, folder, environment, cpu, wall):
    """('ended', exit status, output), or ('timeout', None, output) if a process used more than CPU
    seconds or all took more than WALL seconds."""

    def own_group():
        os.setsid()
        resource.setrlimit(resource.RLIMIT_CPU, (int(cpu) + 1, int(cpu) + 3))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    with tempfile.TemporaryFile() as out:
        process = subprocess.Popen(
            command, cwd=folder, env=environment, stdout=out, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, preexec_fn=own_group
        )
        late = False
        try:
            process.wait(timeout=wall)
        except subprocess.TimeoutExpired:
            late = True
        finally:
            try:
                os.killpg(process.pid, signal.SIGKILL)  # what it has started, too
            except ProcessLookupError:
                pass
            process.wait()
        out.seek(0)
        text = out.read().decode(errors="replace")
    if late or process.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
        return "timeout", None, text
    return "ended", process.returncode, text
