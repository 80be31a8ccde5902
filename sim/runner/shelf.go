package runner

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"weak"

	"admmlab/sim"
)

// shelf holds tables that do not change, each made once however many ask for it at
// the same time, and gone when nobody uses it any more.
type shelf[K comparable, T any] struct {
	mu     sync.Mutex
	made   map[K]weak.Pointer[T]
	making map[K]*making[T]
}

// making is a table on its way.
type making[T any] struct {
	done  chan struct{} // closed once there is a value or an error
	value *T
	err   error
	news  []chan sim.Loading // of those who wait
}

// take is the table of key: it is there, or is waited for, or make makes it. An error
// is make's, or ctx's. progress, which may be nil, is called on the caller's goroutine.
func (s *shelf[K, T]) take(ctx context.Context, key K, progress func(sim.Loading), make func(progress func(sim.Loading)) (*T, error)) (*T, error) {
	for {
		s.mu.Lock()
		if value := s.made[key].Value(); value != nil {
			s.mu.Unlock()
			return value, nil
		}
		m, underway := s.making[key]
		if !underway {
			m = s.begin(key)
			s.mu.Unlock()
			return s.finish(key, m, progress, make)
		}
		news := m.listen()
		s.mu.Unlock()
		if err := wait(ctx, m.done, news, progress); err != nil {
			return nil, err
		}
		// Who gave up has said nothing about the table.
		if m.err == nil || !errors.Is(m.err, context.Canceled) && !errors.Is(m.err, context.DeadlineExceeded) {
			return m.value, m.err
		}
	}
}

// held is the table of key if it is there, nil if not.
func (s *shelf[K, T]) held(key K) *T {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.made[key].Value()
}

func (s *shelf[K, T]) begin(key K) *making[T] {
	if s.making == nil {
		s.made, s.making = map[K]weak.Pointer[T]{}, map[K]*making[T]{}
	}
	m := &making[T]{done: make(chan struct{}), err: errors.New("making a table failed inside the program")}
	s.making[key] = m
	return m
}

// finish makes the table, and puts it on the shelf if it could be made.
func (s *shelf[K, T]) finish(key K, m *making[T], progress func(sim.Loading), make func(func(sim.Loading)) (*T, error)) (*T, error) {
	defer func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.making, key)
		if m.err == nil {
			s.made[key] = weak.Make(m.value)
			runtime.AddCleanup(m.value, s.forget, key)
		}
		close(m.done)
	}()
	m.value, m.err = make(func(l sim.Loading) {
		if progress != nil {
			progress(l)
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		m.tell(l)
	})
	return m.value, m.err
}

// forget takes what nobody uses off the shelf.
func (s *shelf[K, T]) forget(key K) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if p, ok := s.made[key]; ok && p.Value() == nil {
		delete(s.made, key)
	}
}

// listen is where one who waits hears how far it is.
func (m *making[T]) listen() chan sim.Loading {
	news := make(chan sim.Loading, 1)
	m.news = append(m.news, news)
	return news
}

// tell replaces what has not been heard yet.
func (m *making[T]) tell(l sim.Loading) {
	for _, news := range m.news {
		select {
		case <-news:
		default:
		}
		news <- l
	}
}

func wait(ctx context.Context, done chan struct{}, news chan sim.Loading, progress func(sim.Loading)) error {
	for {
		select {
		case <-done:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		case l := <-news:
			if progress != nil {
				progress(l)
			}
		}
	}
}
