;;; Does in Emacs what the file of SESSION says, and writes what was seen into that of SEEN.  -*- lexical-binding: t -*-

(require 'json)
(require 'flymake)

;; Emacs comes without a mode for YAML that needs no grammar; those that there are derive from this.
(add-to-list 'auto-mode-alist '("\\.ya?ml\\'" . text-mode))

(setq auto-save-default nil)
(defconst seconds 30)
(defvar messages nil)

(defun wait-until (is-so)
  "Let the server be heard until IS-SO."
  (with-timeout (seconds)
    (while (not (funcall is-so))
      (sit-for 0.05))))

(defun place (diagnostic)
  "Return the line, the severity and the code of a DIAGNOSTIC."
  (let* ((said (cdr (assq 'eglot-lsp-diag (flymake-diagnostic-data diagnostic)))))
    (vector (line-number-at-pos (flymake-diagnostic-beg diagnostic))
            (aref ["" "error" "warn" "info" "hint"] (plist-get said :severity))
            (or (plist-get said :code) ""))))

(defun diagnostics ()
  "Return what is marked, as the places of it in their order."
  (vconcat (sort (mapcar #'place (flymake-diagnostics))
                 (lambda (one other) (string< (json-serialize one) (json-serialize other))))))

(defun step-open (path)
  (find-file path)
  (run-hooks 'post-command-hook) ; which no command of a batch does
  (wait-until #'eglot-managed-p)
  (flymake-start)
  nil)

(defun step-type (wanted)
  (erase-buffer)
  (insert wanted)
  nil)

(defun step-write (file)
  (write-region (aref file 1) nil (aref file 0))
  nil)

(defun step-until (expected)
  (eglot--signal-textDocument/didChange)
  (wait-until (lambda () (equal (json-serialize (diagnostics)) (json-serialize expected))))
  (diagnostics))

(defun step-act (wanted)
  "On the first thing that is marked, as if it was picked from the menu."
  (let* ((marked (car (flymake-diagnostics)))
         (offered (eglot-code-actions (flymake-diagnostic-beg marked) (flymake-diagnostic-end marked)))
         (picked (seq-find (lambda (action)
                             (if (equal wanted "preferred")
                                 (eq t (plist-get action :isPreferred))
                               (string-search wanted (plist-get action :title))))
                           offered)))
    (eglot-execute (eglot-current-server) picked)
    (buffer-string)))

(defun step-end (_)
  (advice-add 'eglot--message :before
              (lambda (form &rest values) (push (apply #'format form values) messages)))
  (signal-process (string-to-number (with-temp-buffer (insert-file-contents (getenv "SERVER")) (buffer-string))) 'SIGKILL)
  (wait-until (lambda () messages))
  (vconcat messages))

(defun seen (step)
  "Return what came of a STEP."
  (condition-case problem
      (or (funcall (intern (concat "step-" (aref step 0))) (aref step 1)) :null)
    (error (format "%S" problem))))

(let* ((steps (with-temp-buffer (insert-file-contents (getenv "SESSION")) (json-parse-buffer)))
       (results (mapcar #'seen steps)))
  (with-temp-file (getenv "SEEN") (insert (json-serialize (vconcat results)))))
(kill-emacs)
