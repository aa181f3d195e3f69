"""A contact solver in Python: impactbench --plugin python_gauss_seidel.py run ... --solver python_gauss_seidel"""

import impactbench
import numpy as np


class Solver(impactbench.ContactSolver):
    """projected Gauss-Seidel on the dense W, without friction, in Python"""

    name = "python_gauss_seidel"
    parameters = {
        "tolerance": impactbench.parameter(
            1e-8, "-", "largest natural residual that counts as solved, in velocity units", above=0.0),
        "max_sweeps": impactbench.parameter(10000, "-", "most sweeps", least=1, most=10**9),
    }

    def refuses(self, friction):
        if friction:
            return "it has no law of friction"

    def solve(self, problem, p):
        W, b = problem.W, problem.b
        np.seterr(all="ignore")  # what is not finite is looked for below
        for sweep in range(self.max_sweeps + 1):
            u, push = W @ p + b, W.diagonal() * p
            if not np.isfinite(u + push).all():
                raise impactbench.Breakdown("a velocity is not finite")
            residual = np.max(np.abs(np.minimum(push, u)), initial=0.0) / problem.velocity_unit
            if residual <= self.tolerance:
                return sweep, residual
            for c in range(p.size):
                if W[c, c] > 0.0:
                    p[c] = max(0.0, p[c] - (W[c] @ p + b[c]) / W[c, c])
        raise impactbench.NotConverged(f"{self.max_sweeps} sweeps")
